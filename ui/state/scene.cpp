#include "ui/state/scene.h"

#include "ui/state/workspace.h"

namespace headlight {

QString shortName(QString name, int most)
{
    name.replace(QLatin1Char('\n'), QLatin1Char(' '));
    if (name.size() <= most)
        return name;
    name.truncate(most - 1);
    if (name.back().isHighSurrogate())
        name.chop(1); // half a character
    return name + QChar(0x2026);
}

SessionFocus focusOf(const Focus& focus, const Workspace& workspace)
{
    SessionFocus look;
    look.head = focus.head();
    for (const SelectedHead& each : focus.heads())
        if (each.head != focus.head())
            look.moreHeads.push_back(each.head);
    look.map = focus.map();
    look.pin = focus.pin();
    look.step = workspace.step();
    look.options = focus.mapOptions();
    return look;
}

void applyFocus(const SessionFocus& look, Focus& focus, Workspace& workspace)
{
    focus.selectOnly(look.head);
    focus.setMoreHeads(look.moreHeads);
    focus.setMapOptions(look.options);
    focus.setMap(look.map);
    if (look.step < 0)
        focus.setHover({}); // a step that was shown points at its row
    workspace.setStep(look.step);
    focus.setPin(look.pin);
}

} // namespace headlight
