-- Beside what an account uses: what was brought for it and that nothing uses yet. Whoever keeps bytes counts both.
ALTER TABLE account ADD COLUMN pending_bytes INTEGER NOT NULL DEFAULT 0;
