/** The drawer to add or change a remote service. The key goes to the key store and is never shown again. */
import { Box, Button, Select, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { localizedName } from '../../../contract/messages/translator.ts';
import type { ConnectionReport, Profile } from '../../../contract/services/profile.ts';
import { profilePresets } from '../../../contract/services/profile.ts';
import { serviceStatus } from '../../../contract/services/service-status.ts';
import { request, requestQuietly } from '../../bridge.ts';
import { SectionScope } from '../../components/CollapsibleSection.tsx';
import { Note } from '../../components/Note.tsx';
import { bindFields } from '../../forms/bindFields.ts';
import { DrawerForm, FormDrawer } from '../../forms/FormDrawer.tsx';
import { useData } from '../../state/data/store.ts';
import { useDraft } from '../../state/forms/useDraft.ts';
import type { CostField } from '../../state/window/navigation.ts';
import { AdvancedFields } from './AdvancedFields.tsx';
import { ConnectionFindings } from './ConnectionFindings.tsx';
import { CostFields } from './CostFields.tsx';
import { KeyField } from './KeyFields.tsx';
import {
  isInsecure,
  issuesOf,
  type ProfileDraft,
  presetOf,
  profileOf,
  tidyAddress,
  withPreset,
} from './profileDraft.ts';

interface ServiceDrawerProps {
  /** Null = the drawer is closed. */
  readonly service: Profile | null;
  readonly isNew: boolean;
  /** The field of its costs to focus; null = its name. */
  readonly cost: CostField | null;
  readonly onClose: () => void;
}

export function ServiceDrawer({ service, isNew, cost, onClose }: ServiceDrawerProps) {
  const { t } = useTranslation();
  return (
    <FormDrawer
      opened={service !== null}
      title={isNew ? t('services.form.add') : t('services.form.edit')}
      onClose={onClose}
      testId="service-drawer"
    >
      {service && <ServiceForm key={service.id} service={service} isNew={isNew} cost={cost} onClose={onClose} />}
    </FormDrawer>
  );
}

/** The stored key stays if none was typed. */
const argumentOf = (value: ProfileDraft) => ({
  profile: profileOf(value),
  ...(value.key === '' ? {} : { key: value.key }),
});

/** Tests the connection of a draft, and keeps the report until the draft changes. */
function useConnectionTest() {
  const [isTesting, setTesting] = useState(false);
  const [report, setReport] = useState<ConnectionReport | null>(null);
  const test = async (draft: ProfileDraft) => {
    setReport(null);
    setTesting(true);
    // The name does not matter to the connection.
    const name = draft.name.trim() || draft.baseUrl.slice(0, 80);
    const reply = await requestQuietly('profiles.test', argumentOf({ ...draft, name }));
    setTesting(false);
    setReport(
      reply.ok
        ? reply.value
        : {
            ok: false,
            reachable: false,
            keyAccepted: null,
            credits: null,
            roundTripMs: null,
            findings: [reply.message],
            otherTaskQuery: null,
          },
    );
  };
  return { isTesting, report, test, clear: () => setReport(null) };
}

interface ServiceFormProps extends ServiceDrawerProps {
  readonly service: Profile;
}

function ServiceForm({ service, isNew, cost, onClose }: ServiceFormProps) {
  const { t } = useTranslation();
  const needsKey = useData((data) =>
    data.profileStatus.some((status) => status.id === service.id && serviceStatus(status).remedy === 'enter-key'),
  );
  const [isSubmitted, setSubmitted] = useState(false);
  const connection = useConnectionTest();
  const document = useMemo(() => ({ ...service, key: '' }), [service]);
  const form = useDraft<ProfileDraft>({
    document,
    isNew,
    kind: 'service',
    nameOf: ({ name }) => name.trim(),
    onClose,
    send: async (value) => {
      setSubmitted(true);
      if (issuesOf(profileOf(value), t('services.form.needAddress')).size > 0) return false;
      return (await request('profiles.save', argumentOf(value))).ok;
    },
  });
  const draft = profileOf(form.value);
  const issues = issuesOf(draft, t('services.form.needAddress'));
  const issueOf = (path: string) => (isSubmitted ? issues.get(path) : undefined);
  const set = (change: Partial<ProfileDraft>) => {
    form.edit({ ...form.value, ...change });
    connection.clear();
  };
  const field = bindFields(form.value, set);

  const test = () => {
    setSubmitted(true);
    const isValid = [...issues.keys()].every((path) => path === 'name');
    if (isValid) void connection.test(form.value);
  };
  return (
    <DrawerForm
      onSubmit={() => void form.save().then((isStored) => isStored && onClose())}
      footer={
        <>
          <Button variant="default" px="sm" loading={connection.isTesting} onClick={test} data-testid="service-test">
            {connection.isTesting ? t('services.form.testing') : t('services.form.test')}
          </Button>
          <Box flex={1} />
          <Button variant="default" px="sm" onClick={onClose} data-testid="service-cancel">
            {t('actions.cancel')}
          </Button>
          <Button px="sm" type="submit" data-testid="service-save">
            {t('services.form.save')}
          </Button>
        </>
      }
    >
      {isNew && (
        <Select
          label={t('services.form.preset')}
          data={profilePresets.map(({ name }) => ({ value: name, label: localizedName(name) }))}
          data-autofocus
          openOnFocus={false}
          value={presetOf(draft)}
          onChange={(name) => name && set(withPreset(draft, name))}
          data-testid="service-preset"
        />
      )}
      <TextInput
        label={t('services.form.name')}
        data-autofocus={!isNew && !needsKey && cost === null ? true : undefined}
        error={issueOf('name')}
        {...field.text('name', 'service-name')}
      />
      <TextInput
        label={t('services.form.address')}
        placeholder={t('services.form.addressPlaceholder')}
        error={issueOf('baseUrl')}
        {...field.text('baseUrl', 'service-address')}
        onBlur={() => draft.baseUrl !== tidyAddress(draft.baseUrl) && set({ baseUrl: tidyAddress(draft.baseUrl) })}
        spellCheck={false}
      />
      {isInsecure(draft.baseUrl) && (
        <Note c="var(--b-uncertain)" mt={-8} role="alert" data-testid="service-insecure">
          {t('services.form.insecure')}
        </Note>
      )}
      <KeyField isFirst={!isNew && needsKey && cost === null} isNew={isNew} field={field} />
      <SectionScope.Provider value={service.id}>
        <CostFields
          draft={form.value}
          onChange={(costs) => set({ costs })}
          field={field}
          focused={cost}
          issue={issueOf('costs')}
        />
        <AdvancedFields draft={form.value} field={field} issueOf={issueOf} />
      </SectionScope.Provider>
      {connection.report && (
        <ConnectionFindings report={connection.report} onUse={(query) => form.edit({ ...form.value, ...query })} />
      )}
    </DrawerForm>
  );
}
