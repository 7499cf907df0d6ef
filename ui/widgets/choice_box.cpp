#include "ui/widgets/choice_box.h"

#include "core/trace/trace.h"

namespace headlight {

StackChoice::StackChoice(StackKind wanted, const QString& toolTip)
    : ChoiceBox<StackKind>(tr("Stack"), toolTip)
    , m_wanted(wanted)
{
    setSizeAdjustPolicy(AdjustToContents); // the stacks are known later than its first size
    whenChosen(this, [this](StackKind stack) { m_wanted = stack; });
}

void StackChoice::want(StackKind stack)
{
    m_wanted = stack;
    setValue(stack);
}

StackKind StackChoice::offer(const TraceInfo& info)
{
    clear();
    if (info.encoder)
        add(tr("Encoder"), StackKind::kEncoder);
    if (info.decoder)
        add(tr("Decoder"), StackKind::kDecoder);
    setCurrentIndex(std::max(0, indexOf(m_wanted)));
    setVisible(count() > 1);
    return value();
}

} // namespace headlight
