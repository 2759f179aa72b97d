"""What people type: cards, paces, times of the day and moments."""
