#pragma once

#include <QBoxLayout>
#include <QMargins>

class QScrollArea;

namespace headlight {

/// A column for the contents of `parent`; null = it becomes part of another layout. spacing: -1 = the
/// style's.
QVBoxLayout* makeColumn(QWidget* parent, const QMargins& margins = {}, int spacing = -1);

/// The same as a row.
QHBoxLayout* makeRow(QWidget* parent, const QMargins& margins = {}, int spacing = -1);

/// Lets the content scroll where there is too little room for it. The content takes the keys.
QScrollArea* makeScrolling(QWidget* content);

} // namespace headlight
