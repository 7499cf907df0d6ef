#pragma once

#include "core/analysis/head_behaviour.h"

#include <QString>

namespace headlight {

QString behaviourName(const HeadBehaviour& behaviour); ///< "previous token"
QString behaviourText(const HeadBehaviour& behaviour); ///< "previous token 0.98"
/// The evidence for the name: the statistic, its formula and its value, one per line.
QString behaviourTip(const HeadBehaviour& behaviour);

} // namespace headlight
