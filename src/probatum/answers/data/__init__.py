"""Word tables, one module a language; `lexicon` lists them."""
