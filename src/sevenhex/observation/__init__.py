"""What a learner or a network sees and may choose: observation bytes, the menu of choices, notes of public knowledge."""
