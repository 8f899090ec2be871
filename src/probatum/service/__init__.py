"""What the program does: joins the rules with files, processes and journals."""
