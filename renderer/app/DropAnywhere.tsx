/**
 * Adds files and folders dropped on the window. It handles the browser's events because a drop-zone library would list
 * the files of dropped folders, while main needs their paths.
 */
import { Stack, Text } from '@mantine/core';
import { IconPhotoPlus } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isDraggedOut } from '../screens/review/dragAndCopy.ts';
import { useData } from '../state/data/store.ts';
import { addDropped, recipeForAdding } from '../state/processing/intake.ts';

/** Ignores files dragged out of the window. */
const hasFiles = (event: DragEvent) => !isDraggedOut() && (event.dataTransfer?.types.includes('Files') ?? false);

export function DropAnywhere() {
  const { t } = useTranslation();
  const [isOver, setOver] = useState(false);
  const recipe = useData(recipeForAdding);

  useEffect(() => {
    const end = new AbortController();
    const on = (name: 'dragenter' | 'dragover' | 'dragleave' | 'drop', listener: (event: DragEvent) => void) =>
      window.addEventListener(name, listener, { signal: end.signal });
    const accept = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
      setOver(true);
    };
    on('dragenter', accept);
    on('dragover', accept);
    // The pointer leaves the window if the event has no related target.
    on('dragleave', (event) => event.relatedTarget === null && setOver(false));
    on('drop', (event) => {
      event.preventDefault();
      setOver(false);
      if (hasFiles(event)) void addDropped([...(event.dataTransfer?.files ?? [])]);
    });
    return () => end.abort();
  }, []);

  if (!isOver) return null;
  return (
    <Stack
      gap={4}
      align="center"
      justify="center"
      pos="fixed"
      inset={8}
      bd="2px dashed var(--b-ring)"
      bdrs="lg"
      bg="color-mix(in srgb, var(--b-panel) 90%, transparent)"
      style={{ zIndex: 1000, pointerEvents: 'none' }}
      data-testid="drop-overlay"
    >
      <IconPhotoPlus size={40} stroke={1.25} aria-hidden />
      <Text fz="xl" lh="32px" fw="bold">
        {t('drop.title')}
      </Text>
      {recipe && <span>{t('drop.text', { recipe: recipe.name })}</span>}
    </Stack>
  );
}
