/** The shares of a station: name and folder of each, and a check that other stations use the same folder. */
import { ActionIcon, Button, Group, Input, Paper, Stack, TextInput, Tooltip } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { request } from '../../../bridge.ts';
import { Note } from '../../../components/Note.tsx';
import { bindFields } from '../../../forms/bindFields.ts';
import { PathField } from '../../../forms/PathField.tsx';
import { rememberGrant } from '../../../state/data/grants.ts';
import type { ShareDraft, ShareIssue } from './studioDraft.ts';
import { shareCheckColor, useShareCheck } from './useShareCheck.ts';

interface ShareFieldsProps {
  readonly shares: readonly ShareDraft[];
  readonly issues: ReadonlyMap<string, ShareIssue>;
  readonly onChange: (shares: readonly ShareDraft[]) => void;
}

export function ShareFields({ shares, issues, onChange }: ShareFieldsProps) {
  const { t } = useTranslation();
  const change = (id: string, changed: Partial<ShareDraft>) =>
    onChange(shares.map((share) => (share.id === id ? { ...share, ...changed } : share)));
  return (
    <Input.Wrapper label={t('joining.shares')} labelElement="div" description={t('joining.form.sharesHelp')}>
      <Stack gap="sm" mt="xs">
        {shares.map((share) => (
          <ShareLine
            key={share.id}
            share={share}
            issue={issues.get(share.id)}
            onChange={(changed) => change(share.id, changed)}
            onRemove={() => onChange(shares.filter(({ id }) => id !== share.id))}
          />
        ))}
        <Button
          size="xs"
          variant="default"
          style={{ alignSelf: 'flex-start' }}
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => onChange([...shares, { id: crypto.randomUUID(), name: '', folder: '' }])}
          data-testid="studio-share-add"
        >
          {t('joining.form.addShare')}
        </Button>
      </Stack>
    </Input.Wrapper>
  );
}

interface ShareLineProps {
  readonly share: ShareDraft;
  readonly issue: ShareIssue | undefined;
  readonly onChange: (changed: Partial<ShareDraft>) => void;
  readonly onRemove: () => void;
}

function ShareLine({ share, issue, onChange, onRemove }: ShareLineProps) {
  const { t } = useTranslation();
  const { name, folder } = share;
  const { words, isWrong, check } = useShareCheck(name.trim(), folder);
  const choose = async () => {
    const reply = await request('app.chooseFolder', { title: t('joining.form.chooseFolder'), start: folder || null });
    if (reply.ok && reply.value) onChange({ folder: rememberGrant(reply.value) });
  };
  const nameIssue = issue === 'badName' || issue === 'twice' ? t(`joining.form.${issue}`) : undefined;
  const removeLabel = t('joining.form.removeShare', { share: name });
  return (
    <Paper
      component="fieldset"
      withBorder
      radius="md"
      m={0}
      p="sm"
      miw={0}
      aria-label={name || t('joining.form.shareName')}
      data-testid="studio-share"
    >
      <Stack gap="xs">
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <TextInput
            flex={1}
            label={t('joining.form.shareName')}
            error={nameIssue}
            {...bindFields(share, onChange).text('name', 'studio-share-name')}
            maxLength={40}
            spellCheck={false}
          />
          <Tooltip label={removeLabel}>
            <ActionIcon aria-label={removeLabel} onClick={onRemove} data-testid="studio-share-remove">
              <IconX size={16} />
            </ActionIcon>
          </Tooltip>
        </Group>
        <PathField
          label={t('joining.form.folder')}
          path={folder || null}
          placeholder={t('joining.form.needFolder')}
          issue={issue === 'needFolder' ? t('joining.form.needFolder') : undefined}
          onChoose={() => void choose()}
          testId="studio-share-folder"
        />
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <Button
            size="compact-xs"
            variant="default"
            disabled={name.trim() === '' || folder === ''}
            onClick={() => void check()}
            aria-label={t('joining.form.checkOf', { share: name })}
            data-testid="studio-share-check"
          >
            {t('joining.form.check')}
          </Button>
          <Note mt={2} c={shareCheckColor(isWrong)} role="status" data-testid="studio-share-checked">
            {words}
          </Note>
        </Group>
      </Stack>
    </Paper>
  );
}
