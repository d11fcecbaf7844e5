#!/bin/sh
# Draws the terminal screenshots of README.md and docs, from real runs on the sandbox.
set -eu
cd "$(dirname "$0")/.."
draw() { node scripts/terminal-image.mjs "$@" -- node bin/tryout.js --sandbox --no-history; }

draw docs/picker-tasks.svg 100 26 'wait guest' 'image'  'wait of '
draw docs/picker-form.svg 100 26 'wait guest' 'visual question' 'wait of ' 'press enter' 'wait via ' \
  'press enter' 'wait to run' 'press ctrl+x' 'wait Example 1'
draw docs/picker-run.svg 100 26 'wait guest' 'object' 'wait of ' 'press enter' 'wait via ' \
  'press enter' 'wait to run' 'press ctrl+x' 'wait Example 1' 'press enter' 'wait green triangle'
draw docs/picker-code.svg 100 26 'wait guest' 'text class' 'wait of ' 'press enter' 'wait via ' \
  'press enter' 'wait to run' 'I cannot put this down.' 'wait put this down' 'press enter' 'wait hf-inference ·' 'press k' 'wait curl'
