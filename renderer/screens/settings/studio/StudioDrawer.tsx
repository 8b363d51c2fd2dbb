/** The drawer in which this computer joins a studio, or what it is there is changed. */
import { Button, Drawer, PasswordInput, Select, TextInput } from '@mantine/core';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { stationRoles } from '../../../../contract/studio/studio.ts';
import { request } from '../../../bridge.ts';
import cards from '../../../components/Cards.module.css';
import { bindFields, type Fields } from '../../../forms/bindFields.ts';
import { PathField } from '../../../forms/PathField.tsx';
import { rememberGrant, sendGranted } from '../../../state/data/grants.ts';
import { useData } from '../../../state/data/store.ts';
import { useDraft } from '../../../state/forms/useDraft.ts';
import { confirmLeaveForm, useUi } from '../../../state/window/navigation.ts';
import { ShareFields } from './ShareFields.tsx';
import classes from './Studio.module.css';
import { argumentsOf, draftOf, isRight, issuesOf, type StudioDraft } from './studioDraft.ts';

interface StudioDrawerProps {
  /** The address that the form of a new one begins with; null = the drawer is closed. */
  readonly opened: string | null;
  readonly onClose: () => void;
}

export function StudioDrawer({ opened, onClose }: StudioDrawerProps) {
  const { t } = useTranslation();
  const asking = useUi((ui) => ui.pending !== null);
  const isIn = useData((data) => data.settings.studio !== null);
  return (
    <Drawer
      opened={opened !== null}
      onClose={() => confirmLeaveForm(onClose)}
      closeOnEscape={!asking}
      position="right"
      size={440}
      title={isIn ? t('joining.form.edit') : t('joining.form.join')}
      closeButtonProps={{ 'aria-label': t('actions.close') }}
      data-testid="studio-drawer"
    >
      {opened !== null && <StudioForm address={opened} onClose={onClose} />}
    </Drawer>
  );
}

function StudioForm({ address, onClose }: { readonly address: string; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const membership = useData((data) => data.settings.studio);
  const [isNew] = useState(membership === null);
  const [tried, setTried] = useState(false);
  const [isSending, setSending] = useState(false);
  /** The database has no studio yet, and the user is asked whether to make one. */
  const [isNone, setNone] = useState(false);
  const canCreate = useRef(false);
  const form = useDraft<StudioDraft>({
    document: useMemo(() => draftOf(membership, address), [membership, address]),
    isNew,
    kind: 'studio',
    nameOf: ({ name }) => (isNew ? '' : name.trim()),
    onClose,
    send: async (value) => {
      setTried(true);
      if (!isRight(issuesOf(value))) return false;
      setSending(true);
      const reply = await sendGranted(
        (read) => request('studio.join', argumentsOf(value, canCreate.current, read)),
        ({ kind }) => kind === 'joined',
      );
      setSending(false);
      canCreate.current = false;
      setNone(reply.ok && reply.value.kind === 'none');
      return reply.ok && reply.value.kind === 'joined';
    },
  });
  const draft = form.value;
  const issues = issuesOf(draft);
  const set = (change: Partial<StudioDraft>) => {
    form.edit({ ...draft, ...change });
    if (change.address !== undefined) setNone(false);
  };
  const field = bindFields(draft, set);
  const save = () => form.save().then((isStored) => isStored && onClose());
  const make = () => {
    canCreate.current = true;
    void save();
  };
  const chooseCertificates = async () => {
    const reply = await request('studio.chooseCertificates');
    if (reply.ok && reply.value) set({ certificates: rememberGrant(reply.value) });
  };

  return (
    <form
      className={cards.form}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <TextInput
        label={t('joining.address')}
        description={t('joining.form.addressHelp')}
        placeholder={t('joining.form.addressExample')}
        error={tried && issues.address ? t('joining.form.needAddress') : undefined}
        {...field.text('address', 'studio-address')}
        maxLength={2000}
        spellCheck={false}
        data-autofocus
      />
      <Password field={field} isNew={isNew} />
      <PathField
        label={t('joining.form.certificates')}
        help={t('joining.form.certificatesHelp')}
        path={draft.certificates || null}
        placeholder={t('joining.form.certificatesNone')}
        onChoose={() => void chooseCertificates()}
        onClear={() => set({ certificates: '' })}
        clearLabel={t('joining.form.certificatesClear')}
        testId="studio-certificates"
      />
      <TextInput
        label={t('joining.form.name')}
        placeholder={t('joining.form.nameExample')}
        error={tried && issues.name ? t('joining.form.needName') : undefined}
        {...field.text('name', 'studio-name')}
        maxLength={60}
      />
      <TextInput
        label={t('joining.form.person')}
        description={t('joining.form.personHelp')}
        {...field.text('person', 'studio-person')}
        maxLength={60}
      />
      <Select
        label={t('joining.role')}
        description={t(`joining.rolesHelp.${draft.role}`)}
        data={stationRoles.map((role) => ({ value: role, label: t(`joining.roles.${role}`) }))}
        {...field.choice('role', 'studio-role')}
      />
      <ShareFields
        shares={draft.shares}
        issues={tried ? issues.shares : new Map()}
        onChange={(shares) => set({ shares })}
      />
      {isNone && (
        <div className={classes.none} role="alert" data-testid="studio-none-yet">
          <span>{t('joining.form.none')}</span>
          <Button size="compact-sm" onClick={make} loading={isSending} data-testid="studio-make">
            {t('joining.form.make')}
          </Button>
        </div>
      )}
      <div className={cards.foot}>
        <Button variant="default" onClick={onClose} data-testid="studio-cancel">
          {t('actions.cancel')}
        </Button>
        <Button type="submit" loading={isSending} data-testid="studio-save">
          {isNew ? t('joining.form.save') : t('joining.form.saveEdit')}
        </Button>
      </div>
    </form>
  );
}

function Password({ field, isNew }: { readonly field: Fields<StudioDraft>; readonly isNew: boolean }) {
  const { t } = useTranslation();
  const keyStore = useData((data) => data.about.keyStore);
  const isInFile = useData((data) => data.settings.plainKeyFile);
  const storageNote = keyStore
    ? t('joining.form.keyStore')
    : isInFile
      ? t('joining.form.keyFile')
      : t('joining.form.keySession');
  return (
    <PasswordInput
      label={t('joining.form.password')}
      description={isNew ? storageNote : `${t('joining.form.passwordKeep')} ${storageNote}`}
      autoComplete="off"
      visibilityToggleButtonProps={{ 'aria-label': t('actions.showTyped') }}
      maxLength={1000}
      {...field.text('password', 'studio-password')}
    />
  );
}
