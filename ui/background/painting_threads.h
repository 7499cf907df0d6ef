#pragma once

namespace headlight {

/// Starts the threads among which Qt shares large fills (its global pool) and keeps them. Qt would start one
/// when a painting first needs it, with the priority of the painting thread; if that is a background thread,
/// the window would later wait for threads that come last. Call once, on the UI thread, before anything
/// paints.
void keepPaintingThreads();

} // namespace headlight
