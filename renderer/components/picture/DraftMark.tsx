/** Drafts by the built-in engine: the mark of their pictures, and the note if the engine lacks an operation. */
import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { builtInProfileId } from '../../../contract/services/profile.ts';
import { goTo } from '../../state/window/navigation.ts';
import { Note } from '../Note.tsx';

/** A bar above the picture, so that no part of it is covered. */
export function DraftMark() {
  const { t } = useTranslation();
  return (
    <Note
      flex="none"
      px="sm"
      py={4}
      c="var(--b-uncertain)"
      bg="color-mix(in srgb, var(--b-uncertain) 7%, var(--b-panel))"
      style={{ borderBottom: '1px solid color-mix(in srgb, var(--b-uncertain) 45%, var(--b-line))' }}
      data-testid="draft-mark"
    >
      {t('drafts.mark')}
    </Note>
  );
}

export function DraftUnavailable() {
  const { t } = useTranslation();
  return (
    <Group gap="xs" c="dimmed" data-testid="draft-unavailable">
      <span>{t('drafts.unavailable')}</span>
      <Button size="compact-xs" variant="default" onClick={() => goTo('services', { profileId: builtInProfileId })}>
        {t('drafts.setUp')}
      </Button>
    </Group>
  );
}
