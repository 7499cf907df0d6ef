#include "ui/widgets/stack_choice.h"

#include "core/trace/trace.h"

namespace headlight {

StackChoice::StackChoice(const QString& toolTip)
    : ChoiceBox<StackKind>(tr("Stack"), toolTip)
{ }

StackKind StackChoice::offer(const TraceInfo& info, StackKind wanted)
{
    clear();
    if (info.encoder)
        add(tr("Encoder"), StackKind::kEncoder);
    if (info.decoder)
        add(tr("Decoder"), StackKind::kDecoder);
    setCurrentIndex(std::max(0, indexOf(wanted)));
    setVisible(count() > 1);
    return value();
}

} // namespace headlight
