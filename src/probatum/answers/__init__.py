"""Rules of answer verification: what a spec means, what a reply says, and what follows from the two. Pure."""
