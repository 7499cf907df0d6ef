#include "ui/dialogs/picture_dialog.h"

#include "ui/figure/figure_dialog.h"
#include "ui/widgets/image_file.h"
#include "ui/widgets/layouts.h"

#include <QClipboard>
#include <QDialogButtonBox>
#include <QGuiApplication>
#include <QLabel>
#include <QMessageBox>
#include <QPainter>
#include <QPushButton>

#include <utility>

namespace headlight {

namespace {

/// A picture, smaller where it would not be completely visible.
class Preview : public QWidget
{
public:
    explicit Preview(QPixmap picture)
        : m_picture(std::move(picture))
    { }
    QSize sizeHint() const override { return m_picture.deviceIndependentSize().toSize(); }
    QSize minimumSizeHint() const override { return {240, 200}; }

protected:
    void paintEvent(QPaintEvent* /*event*/) override
    {
        const QSize whole = sizeHint();
        const QSize size = whole.boundedTo(whole.scaled(this->size(), Qt::KeepAspectRatio));
        QRect place(QPoint(), size);
        place.moveCenter(rect().center());
        QPainter painter(this);
        painter.setRenderHint(QPainter::SmoothPixmapTransform);
        painter.drawPixmap(place, m_picture);
    }

private:
    QPixmap m_picture;
};

} // namespace

// It says what FigureDialog says, in the same words.
PictureDialog::PictureDialog(QWidget& shown, QString name, QWidget* parent)
    : QDialog(parent)
    , m_shown(&shown)
    , m_name(std::move(name))
{
    setObjectName(QStringLiteral("pictureDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(FigureDialog::tr("Export image"));
    auto* const preview = new Preview(shown.grab());
    preview->setObjectName(QStringLiteral("picture.preview"));
    preview->setAccessibleName(windowTitle());
    QLabel* const result = makeWrappedLabel();
    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    QPushButton* const save = named(
        buttons->addButton(FigureDialog::tr("&Save as…"), QDialogButtonBox::AcceptRole), "picture.save",
        FigureDialog::tr("Save the image as a file"), FigureDialog::tr("Asks for a file name"));
    save->setDefault(true);
    QPushButton* const copy
        = named(buttons->addButton(FigureDialog::tr("Cop&y image"), QDialogButtonBox::ActionRole),
                "picture.copy", FigureDialog::tr("Copy the image to the clipboard"), {});
    copy->setAutoDefault(false);
    buttons->button(QDialogButtonBox::Close)->setAutoDefault(false);
    auto* const column = makeColumn(this, {8, 8, 8, 8}, 8);
    column->addWidget(preview, 1);
    column->addWidget(result);
    column->addWidget(buttons);
    connect(save, &QPushButton::clicked, this, &PictureDialog::save);
    connect(copy, &QPushButton::clicked, this, [this, result] {
        if (m_shown == nullptr)
            return;
        QGuiApplication::clipboard()->setPixmap(m_shown->grab());
        result->setText(FigureDialog::tr("Image copied to the clipboard."));
    });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    resize(sizeHint().boundedTo(parent->size() * 0.9));
}

void PictureDialog::save()
{
    const QString file = askForImage(this, m_name);
    if (file.isEmpty() || m_shown == nullptr)
        return;
    if (const QString fault = saveImageAs(*m_shown, file); !fault.isEmpty())
        QMessageBox::warning(this, windowTitle(), fault);
    else
        accept();
}

} // namespace headlight
