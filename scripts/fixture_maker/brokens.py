def make(book): pass
