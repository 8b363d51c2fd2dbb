/** The shares of a station: a name and a folder each, with a look at whether it is the right one. */
import { ActionIcon, Button, Input, TextInput, Tooltip } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { request } from '../../../bridge.ts';
import { bindFields } from '../../../forms/bindFields.ts';
import { PathField } from '../../../forms/PathField.tsx';
import { rememberGrant } from '../../../state/data/grants.ts';
import classes from './Studio.module.css';
import type { ShareDraft, ShareIssue } from './studioDraft.ts';
import { useShareCheck } from './useShareCheck.ts';

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
      <div className={classes.shares}>
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
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => onChange([...shares, { id: crypto.randomUUID(), name: '', folder: '' }])}
          data-testid="studio-share-add"
        >
          {t('joining.form.addShare')}
        </Button>
      </div>
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
  const wrongName = issue === 'badName' || issue === 'twice' ? t(`joining.form.${issue}`) : undefined;
  const remove = t('joining.form.removeShare', { share: name });
  return (
    <fieldset className={classes.share} aria-label={name || t('joining.form.shareName')} data-testid="studio-share">
      <div className={classes.shareName}>
        <TextInput
          label={t('joining.form.shareName')}
          error={wrongName}
          {...bindFields(share, onChange).text('name', 'studio-share-name')}
          maxLength={40}
          spellCheck={false}
        />
        <Tooltip label={remove}>
          <ActionIcon aria-label={remove} onClick={onRemove} data-testid="studio-share-remove">
            <IconX size={16} />
          </ActionIcon>
        </Tooltip>
      </div>
      <PathField
        label={t('joining.form.folder')}
        path={folder || null}
        placeholder={t('joining.form.needFolder')}
        issue={issue === 'needFolder' ? t('joining.form.needFolder') : undefined}
        onChoose={() => void choose()}
        testId="studio-share-folder"
      />
      <div className={classes.checked}>
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
        <p role="status" data-wrong={isWrong || undefined} data-testid="studio-share-checked">
          {words}
        </p>
      </div>
    </fieldset>
  );
}
