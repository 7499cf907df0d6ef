#include "ui/words/behaviour_words.h"

#include "ui/state/translation.h"
#include "ui/words/local_number.h"

#include <QCoreApplication>

#include <string_view>

namespace headlight {

namespace {

const HeadStatistic& statisticOf(const HeadBehaviour& behaviour)
{
    return headStatisticList()[behaviour.statistic];
}

} // namespace

QString behaviourName(const HeadBehaviour& behaviour)
{
    return QCoreApplication::translate("HeadStatistic", statisticOf(behaviour).behaviour);
}

QString behaviourText(const HeadBehaviour& behaviour)
{
    return QStringLiteral("%1 %2").arg(behaviourName(behaviour), localNumber(behaviour.value, 2));
}

QString behaviourTip(const HeadBehaviour& behaviour)
{
    const HeadStatistic& statistic = statisticOf(behaviour);
    const std::string_view formula = statistic.formula;
    return tr("Named by what it does on this text: %1\n%2\nMean over the rows of %3: %4. A head has this "
              "name from %5 on.")
        .arg(behaviourText(behaviour), QCoreApplication::translate("HeadStatistic", statistic.description),
             QString::fromUtf8(formula.data(), static_cast<qsizetype>(formula.size())),
             localNumber(behaviour.value, 3), localNumber(leastBehaviour(behaviour.statistic), 2));
}

} // namespace headlight
