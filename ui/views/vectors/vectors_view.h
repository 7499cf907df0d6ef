#pragma once

#include "ui/views/vectors/vector_dictionary.h"
#include "ui/views/vectors/vector_plane.h"
#include "ui/widgets/trace_view.h"

#include <optional>

class QBoxLayout;
class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QSlider;
class QSplitter;
class QTableView;
class QToolButton;

namespace headlight {

class DictionaryModel;
class ElidedLabel;
class VectorCanvas;

/// The teaching view of attention as a soft dictionary: a query and keys that can be moved in the plane,
/// four ways to score them, softmax with temperature, and the blend of the values that comes out. The real
/// operands of the row that is looked at can be loaded, projected to their best plane. UI thread.
class VectorsView : public TraceView
{
    Q_OBJECT
public:
    explicit VectorsView(const ViewContext& context, QWidget* parent = nullptr);

    void setRule(DictionaryRule rule);
    void setTemperature(double temperature);
    void setValues(DictionaryValues values);
    void move(const PlaneHandle& handle, const QPointF& to);
    /// The query and keys of the row that all views look at.
    void loadFromFocus();
    void showExample();

    const VectorDictionary& dictionary() const { return m_dictionary; }
    const VectorCanvas& canvas() const { return *m_canvas; }
    QString statement() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void refresh(ViewChanges changes) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void buildChoices(QBoxLayout& column);
    void buildControls(QBoxLayout& column);
    QWidget* buildParameters();
    QWidget* buildTable();
    void showAll();
    void showParameters();
    QString describeLoaded() const;
    QString describeFormula() const;
    int rowToLoad() const;

    VectorDictionary m_dictionary = VectorDictionary::example();
    HeadRef m_loadedHead;

    QComboBox* m_rule = nullptr;
    QComboBox* m_values = nullptr;
    QSlider* m_slider = nullptr;
    QDoubleSpinBox* m_temperature = nullptr;
    QCheckBox* m_shade = nullptr;
    QToolButton* m_add = nullptr;
    QToolButton* m_remove = nullptr;
    QToolButton* m_load = nullptr;
    QToolButton* m_example = nullptr;
    QWidget* m_parameters = nullptr;
    QLabel* m_parametersLabel = nullptr;
    std::vector<QDoubleSpinBox*> m_fields;
    QLabel* m_note = nullptr;
    QSplitter* m_splitter = nullptr;
    VectorCanvas* m_canvas = nullptr;
    QTableView* m_table = nullptr;
    DictionaryModel* m_model = nullptr;
};

} // namespace headlight
