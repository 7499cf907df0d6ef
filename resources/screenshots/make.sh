#!/usr/bin/env bash
# Takes the screenshots of this folder from the built program: the views and the workspaces, light and dark, on
# a screen of its own (Xvfb), with settings of its own. Needs xvfb, xdotool and imagemagick.
#
#   resources/screenshots/make.sh [PROGRAM [FOLDER]]
#
# PROGRAM: build/release/bin/headlight. FOLDER: where the workspaces go, each at three sizes; the pictures of the
# folder that the README shows are left out then.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
program=${1:-$here/../../build/release/bin/headlight}
rooms=${2:-}
home=$(mktemp -d)
export DISPLAY=:93 QT_QPA_PLATFORM=xcb XDG_CONFIG_HOME=$home/config XDG_DATA_HOME=$home/data LC_ALL=C.UTF-8
Xvfb $DISPLAY -screen 0 1920x1080x24 >/dev/null 2>&1 &
server=$!
trap 'kill $server; rm -rf "$home"' EXIT
sleep 2

# Starts the program with these settings (lines of its ini file), the rest are its arguments.
begin() {
    local settings=$1
    shift
    rm -rf "$home/config" "$home/data"
    mkdir -p "$home/config/headlight"
    printf '[help]\ntourSeen=true\ngallerySeen=true\n%s\n' "$settings" >"$home/config/headlight/headlight.ini"
    "$program" "$@" >/dev/null 2>&1 &
    running=$!
    window=$(timeout 60 xdotool search --sync --onlyvisible --name 'Headlight' | tail -n 1)
    xdotool windowmove "$window" 0 0 windowsize "$window" "${size%x*}" "${size#*x}" windowfocus "$window"
    sleep "${START_SECONDS:-4}"
}
finish() { kill $running && wait $running || true; }
keys() { xdotool key --clearmodifiers "$@" && sleep "${STEP_SECONDS:-1.5}"; }
# By typing, what the palette finds first.
goTo() {
    keys ctrl+k
    xdotool type --delay 30 "$1"
    keys Return
}
take() { import -window root -crop "$size+0+0" +repage +dither -colors 255 "PNG8:${2:-$here}/$1.png"; }
size=1440x900

# Every workspace at the sizes of a small laptop, a usual one, and a projector or desktop.
if [ -n "$rooms" ]; then
    mkdir -p "$rooms"
    for theme in light dark; do
        for size in 1024x700 1440x900 1920x1080; do
            begin "[view]
theme=$theme"
            number=0
            for room in explore explain decode what-if compare model learn; do
                number=$((number + 1))
                keys alt+$number
                take "$room-$size-$theme" "$rooms"
            done
            keys alt+1 F5
            take "presenting-$size-$theme" "$rooms"
            finish
            begin "[view]
theme=$theme
[last]
text=The [MASK] sleeps on the chair." en-bert
            keys alt+3
            take "masked-$size-$theme" "$rooms"
            finish
        done
    done
    exit
fi

for theme in light dark; do
    begin "[view]
theme=$theme"
    xdotool mousemove 546 447 click 1 mousemove 300 880
    take "window-$theme"
    keys ctrl+shift+i
    keys Home Left # without the group that names a folder of this machine
    take "facts-$theme"
    keys ctrl+6
    take "cell-$theme"
    keys ctrl+shift+0
    take "flow-$theme"
    finish
    for view in lines:ctrl+7 positions:ctrl+5 stream:ctrl+8 vectors:ctrl+9 model:ctrl+0 block:ctrl+shift+8 \
        mask:ctrl+shift+1 loss:ctrl+shift+5 input:ctrl+shift+2 weights:ctrl+shift+3 \
        matrices:ctrl+shift+k why:ctrl+shift+9 paths:ctrl+shift+p; do
        begin "[view]
theme=$theme"
        keys ctrl+shift+i
        keys Home Left
        keys "${view#*:}"
        keys F12 # the centre of the window
        take "${view%%:*}-$theme"
        finish
    done
    # Two heads beside each other, and their difference.
    begin "[view]
theme=$theme"
    xdotool mousemove 240 812 keydown shift click 1 keyup shift # another head of cross-attention
    keys alt+5
    take "compare-$theme"
    finish
    # Two heads switched off: the output and the next token before and after.
    begin "[view]
theme=$theme"
    keys ctrl+2
    for head in decoder.0.cross.3 decoder.2.cross.1; do
        goTo "$head"
        keys Menu Down Down Down Return # "Switch this head off"
    done
    keys alt+4
    keys ctrl+shift+w ctrl+Tab # its tab "Effect"
    take "what-if-$theme"
    finish
    begin "[view]
theme=$theme
[decoding]
strategy=2"
    keys ctrl+shift+4
    take "beams-$theme"
    finish
    begin "[view]
theme=$theme
[last]
text=The [MASK] sleeps on the chair." en-bert
    keys ctrl+shift+b
    take "masks-$theme"
    finish
    # 131,072 tokens: the map by exact rows, evenly spaced, while the others are read, and a pinned cell.
    [ -f "$home/long.safetensors" ] || "$program" bench --long --write-long-trace "$home/long.safetensors"
    begin "[view]
theme=$theme
mapOptions=\"@ByteArray({\\\"scale\\\":\\\"log\\\"})\"" "$home/long.safetensors"
    xdotool mousemove 1412 828 click 1 mousemove 640 700 click 1 mousemove 300 880
    sleep 3
    take "long-$theme"
    finish
done
