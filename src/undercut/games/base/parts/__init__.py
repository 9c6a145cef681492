"""What a game may have besides its rules: the types of these parts."""
