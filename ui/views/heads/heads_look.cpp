#include "ui/views/heads/heads_look.h"

#include "ui/state/setting.h"

namespace headlight {

namespace {
const Setting<QString> kHeadsMeasure{"heads/measure", {}};
const Setting<bool> kHeadsTable{"heads/table", false};
const Setting<int> kHeadsColumn{"heads/sortColumn", 0};
const Setting<bool> kHeadsDescending{"heads/descending", false};
} // namespace

HeadsLook headsLook(const Settings& settings)
{
    return {kHeadsMeasure.of(settings), kHeadsTable.of(settings), kHeadsColumn.of(settings),
            kHeadsDescending.of(settings)};
}

void keepHeadsLook(Settings& settings, const HeadsLook& look)
{
    kHeadsMeasure.set(settings, look.measure);
    kHeadsTable.set(settings, look.table);
    kHeadsColumn.set(settings, look.sortColumn);
    kHeadsDescending.set(settings, look.descending);
}

} // namespace headlight
