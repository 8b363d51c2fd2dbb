/** The drawer to join a studio, or to change the membership. */
import { Button, Group, PasswordInput, Select, TextInput } from '@mantine/core';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { stationRoles } from '../../../../contract/studio/studio.ts';
import { request } from '../../../bridge.ts';
import { bindFields, type Fields } from '../../../forms/bindFields.ts';
import { DrawerForm, FormDrawer } from '../../../forms/FormDrawer.tsx';
import { PathField } from '../../../forms/PathField.tsx';
import { rememberGrant, sendGranted } from '../../../state/data/grants.ts';
import { useData } from '../../../state/data/store.ts';
import { useDraft } from '../../../state/forms/useDraft.ts';
import { ShareFields } from './ShareFields.tsx';
import { argumentsOf, draftOf, isRight, issuesOf, type StudioDraft } from './studioDraft.ts';

interface StudioDrawerProps {
  /** The initial address of a new membership; null = the drawer is closed. */
  readonly opened: string | null;
  readonly onClose: () => void;
}

export function StudioDrawer({ opened, onClose }: StudioDrawerProps) {
  const { t } = useTranslation();
  const isMember = useData((data) => data.settings.studio !== null);
  return (
    <FormDrawer
      opened={opened !== null}
      title={isMember ? t('joining.form.edit') : t('joining.form.join')}
      onClose={onClose}
      testId="studio-drawer"
    >
      {opened !== null && <StudioForm address={opened} onClose={onClose} />}
    </FormDrawer>
  );
}

interface StudioFormProps {
  readonly address: string;
  readonly onClose: () => void;
}

/** The state of the form, which is submitted a second time to create a studio if the database has none. */
function useStudioForm({ address, onClose }: StudioFormProps) {
  const membership = useData((data) => data.settings.studio);
  const [isNew] = useState(membership === null);
  const [isSubmitted, setSubmitted] = useState(false);
  const [isSending, setSending] = useState(false);
  /** Whether the database has no studio yet, and the form offers to create one. */
  const [isMissing, setMissing] = useState(false);
  const canCreate = useRef(false);
  const form = useDraft<StudioDraft>({
    document: useMemo(() => draftOf(membership, address), [membership, address]),
    isNew,
    kind: 'studio',
    nameOf: ({ name }) => (isNew ? '' : name.trim()),
    onClose,
    send: async (value) => {
      setSubmitted(true);
      if (!isRight(issuesOf(value))) return false;
      setSending(true);
      const reply = await sendGranted(
        (toWire) => request('studio.join', argumentsOf(value, canCreate.current, toWire)),
        ({ kind }) => kind === 'joined',
      );
      setSending(false);
      canCreate.current = false;
      setMissing(reply.ok && reply.value.kind === 'none');
      return reply.ok && reply.value.kind === 'joined';
    },
  });
  const draft = form.value;
  const set = (change: Partial<StudioDraft>) => {
    form.edit({ ...draft, ...change });
    if (change.address !== undefined) setMissing(false);
  };
  const save = () => void form.save().then((isStored) => isStored && onClose());
  const create = () => {
    canCreate.current = true;
    save();
  };
  return { isNew, isSubmitted, isSending, isMissing, draft, set, save, create };
}

function StudioForm(props: StudioFormProps) {
  const { t } = useTranslation();
  const { isNew, isSubmitted, isSending, isMissing, draft, set, save, create } = useStudioForm(props);
  const issues = issuesOf(draft);
  const field = bindFields(draft, set);
  const chooseCertificates = async () => {
    const reply = await request('studio.chooseCertificates');
    if (reply.ok && reply.value) set({ certificates: rememberGrant(reply.value) });
  };

  return (
    <DrawerForm
      onSubmit={save}
      footer={
        <>
          <Button variant="default" onClick={props.onClose} data-testid="studio-cancel">
            {t('actions.cancel')}
          </Button>
          <Button type="submit" loading={isSending} data-testid="studio-save">
            {isNew ? t('joining.form.save') : t('joining.form.saveEdit')}
          </Button>
        </>
      }
    >
      <TextInput
        label={t('joining.address')}
        description={t('joining.form.addressHelp')}
        placeholder={t('joining.form.addressExample')}
        error={isSubmitted && issues.address ? t('joining.form.needAddress') : undefined}
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
        error={isSubmitted && issues.name ? t('joining.form.needName') : undefined}
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
        issues={isSubmitted ? issues.shares : new Map()}
        onChange={(shares) => set({ shares })}
      />
      {isMissing && (
        <Group
          gap="xs"
          wrap="nowrap"
          justify="space-between"
          py="xs"
          pl="sm"
          pr="xs"
          bd="1px solid color-mix(in srgb, var(--b-uncertain) 45%, var(--b-line))"
          bdrs="md"
          bg="color-mix(in srgb, var(--b-uncertain) 7%, var(--b-panel))"
          role="alert"
          data-testid="studio-none-yet"
        >
          <span>{t('joining.form.none')}</span>
          <Button size="compact-sm" onClick={create} loading={isSending} data-testid="studio-make">
            {t('joining.form.make')}
          </Button>
        </Group>
      )}
    </DrawerForm>
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
