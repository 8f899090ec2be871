"""Reading text: markup off, folding, sentences, word boundaries; all pure, with spans back."""
