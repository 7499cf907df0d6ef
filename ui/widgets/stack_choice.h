#pragma once

#include "core/trace/site.h"
#include "ui/widgets/choice_box.h"

namespace headlight {

struct TraceInfo;

/// Chooses between encoder and decoder.
class StackChoice : public ChoiceBox<StackKind>
{
    Q_OBJECT

public:
    explicit StackChoice(const QString& toolTip = {});

    /// Offers the stacks of a trace and shows the wanted one, or the other if there is only that. Hidden if
    /// there is no choice. Returns the shown one.
    StackKind offer(const TraceInfo& info, StackKind wanted);
};

} // namespace headlight
