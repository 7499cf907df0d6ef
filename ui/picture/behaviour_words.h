#pragma once

#include "core/analysis/head_behaviour.h"

#include <QString>

namespace headlight {

QString behaviourName(const HeadBehaviour& behaviour); ///< "previous token"
QString behaviourText(const HeadBehaviour& behaviour); ///< "previous token 0.98"
/// What the name rests on: the statistic, its formula and its value, a line each.
QString behaviourTip(const HeadBehaviour& behaviour);

} // namespace headlight
