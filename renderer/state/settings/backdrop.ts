/** The backdrop behind transparent parts of pictures. */
import { backdrops } from '../../../contract/app/settings.ts';
import { useData } from '../data/store.ts';
import { changeSettings, currentSettings } from './settings.ts';

export const useBackdrop = () => useData((data) => data.settings.reviewBackdrop);

export function nextBackdrop(): void {
  const index = backdrops.indexOf(currentSettings().reviewBackdrop);
  void changeSettings({ reviewBackdrop: backdrops[(index + 1) % backdrops.length] ?? 'checker' });
}
