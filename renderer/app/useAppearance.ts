/** Keeps the colour scheme as the settings say. */
import { useMantineColorScheme } from '@mantine/core';
import { useEffect } from 'react';
import { useData } from '../state/data/store.ts';

export function useAppearance(): void {
  const appearance = useData((data) => data.settings.appearance);
  const { setColorScheme } = useMantineColorScheme();
  useEffect(() => setColorScheme(appearance === 'system' ? 'auto' : appearance), [appearance, setColorScheme]);
}
