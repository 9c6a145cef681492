"""The lessons of Cuttle: a first one, and exercises."""
