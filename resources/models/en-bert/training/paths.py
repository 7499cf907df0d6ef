"""Makes the code that this training shares with those of en-gpt and en-fr importable."""
import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "en-gpt", "training"))
import siblings                                         # noqa: E402,F401  (found by the line above; adds en-fr)
