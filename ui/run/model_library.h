#pragma once

#include "ui/background/latest_task.h"

#include <QList>
#include <QObject>
#include <QString>
#include <QStringList>

namespace headlight {

/// A model that can be chosen.
struct LibraryModel
{
    enum class Origin { kBuiltin, kFolder, kHub, kOtherProgram };
    Origin origin = Origin::kFolder;
    QString folder;
    QString name; ///< as a person calls it
    QString obstacle; ///< why it cannot be opened; empty: it can
};

/// The models of this machine: built-in ones, those of the user's models folders, those of Hugging Face's
/// cache, the GGUF files of other programs. Searched in the background; used from the UI thread.
class ModelLibrary : public QObject
{
    Q_OBJECT
public:
    explicit ModelLibrary(QObject* parent = nullptr);

    /// Looks again; changed() comes when that is done.
    void search(const QStringList& folders, bool hubCache);
    const QList<LibraryModel>& models() const { return m_models; }

    /// Where Hugging Face's cache is, or would be.
    static QString hubCacheFolder();

signals:
    void changed();

private:
    LatestTask m_task;
    QList<LibraryModel> m_models;
};

/// The name to show for a model folder: "English → French" for the built-in one, "gpt2" for a snapshot in
/// Hugging Face's cache, else the folder's own.
QString modelTitle(const QString& folder);

/// What the command line calls the model of a folder: its name where that means this very folder, else the
/// path.
QString commandName(const QString& folder);

/// The folder that `given` means: an existing path, or the name of a built-in or cached model; `given`
/// itself where it means neither.
QString modelMeant(const QString& given);

} // namespace headlight
