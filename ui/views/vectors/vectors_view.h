#pragma once

#include "ui/views/vectors/vector_dictionary.h"
#include "ui/views/vectors/vector_examples.h"
#include "ui/views/vectors/vector_plane.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/trace_view.h"

#include <QLabel>

#include <vector>

class QSplitter;
class QTableView;

namespace headlight {

class AngleCurves;
class DictionaryModel;
class VectorCanvas;
class VectorControls;

/// The teaching view of attention as a soft dictionary: a query and keys that can be typed or moved in the
/// plane, ways to score them, softmax with temperature or the plain share, and the resulting blend of the
/// values, next to the answer of an ordinary dictionary. The real operands of the current row can be loaded,
/// projected to their best plane. UI thread.
class VectorsView : public TraceView
{
    Q_OBJECT
public:
    explicit VectorsView(const ViewContext& context, QWidget* parent = nullptr);

    void change(const DictionaryChange& change);
    void move(const PlaneHandle& handle, const QPointF& to);
    /// Loads the query and keys of the current row.
    void loadFromFocus();
    /// `example`: index into vectorExamples(); others are ignored.
    void showExample(int example) override;

    const VectorDictionary& dictionary() const { return m_dictionary; }
    const VectorCanvas& canvas() const { return *m_canvas; }
    QString statement() const { return m_note->text(); }

    QSize sizeHint() const override { return roomForText(*this, 64, 30); }
    QSize minimumSizeHint() const override { return roomForText(*this, 30, 14); }

protected:
    void refresh(ViewChanges changes) override;
    void arrange() final;
    void changeEvent(QEvent* event) override;

private:
    void connectControls();
    QWidget* buildTable();
    void showAll();
    /// Leaves out columns that others imply until the table fits; returns its width.
    int fitTable(int room);
    int columnWidth(int column);
    QString describeLoaded() const;
    QString describeFormula() const;
    QString describeWeights() const;
    int currentKey() const;
    int rowToLoad() const;

    std::vector<VectorExample> m_examples;
    std::vector<int> m_columnWidths; ///< −1 = not measured since the numbers or the font changed
    VectorDictionary m_dictionary;
    QString m_exampleLine;
    HeadRef m_loadedHead;

    VectorControls* m_controls = nullptr;
    QLabel* m_note = nullptr;
    QSplitter* m_splitter = nullptr;
    VectorCanvas* m_canvas = nullptr;
    AngleCurves* m_curves = nullptr;
    QTableView* m_table = nullptr;
    DictionaryModel* m_model = nullptr;
};

} // namespace headlight
