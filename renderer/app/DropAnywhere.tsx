/**
 * Takes files and folders dropped anywhere on the window. The browser's own events are used: a drop-zone library would
 * walk into dropped folders itself, and the folder's own path is what is wanted here.
 */
import { IconPhotoPlus } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '../components/Shell.module.css';
import { isDraggedOut } from '../screens/review/dragAndCopy.ts';
import { useData } from '../state/data/store.ts';
import { addDropped, recipeForAdding } from '../state/processing/intake.ts';

/** What is dragged out of the window is not taken in. */
const hasFiles = (event: DragEvent) => !isDraggedOut() && (event.dataTransfer?.types.includes('Files') ?? false);

export function DropAnywhere() {
  const { t } = useTranslation();
  const [over, setOver] = useState(false);
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
    // Leaving the window itself has no element to go to; leaving one element for another has.
    on('dragleave', (event) => event.relatedTarget === null && setOver(false));
    on('drop', (event) => {
      event.preventDefault();
      setOver(false);
      if (hasFiles(event)) void addDropped([...(event.dataTransfer?.files ?? [])]);
    });
    return () => end.abort();
  }, []);

  if (!over) return null;
  return (
    <div className={classes.drop} data-testid="drop-overlay">
      <IconPhotoPlus size={40} stroke={1.25} aria-hidden />
      <strong>{t('drop.title')}</strong>
      {recipe && <span>{t('drop.text', { recipe: recipe.name })}</span>}
    </div>
  );
}
