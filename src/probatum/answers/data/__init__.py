"""Word tables, one module a language; `number_words` lists them."""
