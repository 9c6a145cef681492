"""What happens at a table, as events, and what each reader may see of it: pure, without input or output."""
