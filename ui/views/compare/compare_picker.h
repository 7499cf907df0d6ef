#pragma once

#include <QWidget>

class QComboBox;

namespace headlight {

class Workspace;

/// Chooses what the Compare view compares: the kept or selected result, before and after the edits, or two
/// branches of the decoding. Offers only what exists. UI thread only.
class ComparePicker : public QWidget
{
    Q_OBJECT
public:
    explicit ComparePicker(Workspace& workspace);

    void refresh();

private:
    void apply();
    void fillBranches(QComboBox& box, int chosen) const;

    Workspace& m_workspace;
    QComboBox* m_kind;
    QComboBox* m_a;
    QComboBox* m_b;
};

} // namespace headlight
