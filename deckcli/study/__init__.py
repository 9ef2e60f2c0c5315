"""Many playthroughs: which ones, how they are run, and what their figures are worth."""
