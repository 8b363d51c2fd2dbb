/** The form of a remote service. The key goes to the key store and is never shown again. */
import { Button, Select, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { localizedName } from '../../../contract/messages/translator.ts';
import type { ConnectionReport, Profile } from '../../../contract/services/profile.ts';
import { profilePresets } from '../../../contract/services/profile.ts';
import { serviceStatus } from '../../../contract/services/service-status.ts';
import { request, requestQuietly } from '../../bridge.ts';
import cards from '../../components/Cards.module.css';
import { SectionScope } from '../../components/CollapsibleSection.tsx';
import { bindFields } from '../../forms/bindFields.ts';
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
import classes from './Services.module.css';

interface ServiceFormProps {
  readonly service: Profile;
  readonly isNew: boolean;
  /** See `ServiceDrawer`. */
  readonly cost: CostField | null;
  readonly onClose: () => void;
}

/** A key that was not typed is left as it is. */
const argumentOf = (value: ProfileDraft) => ({
  profile: profileOf(value),
  ...(value.key === '' ? {} : { key: value.key }),
});

export function ServiceForm({ service, isNew, cost, onClose }: ServiceFormProps) {
  const { t } = useTranslation();
  const needsKey = useData((data) =>
    data.profileStatus.some((status) => status.id === service.id && serviceStatus(status).remedy === 'enter-key'),
  );
  const [tried, setTried] = useState(false);
  const [testing, setTesting] = useState(false);
  const [report, setReport] = useState<ConnectionReport | null>(null);
  const document = useMemo(() => ({ ...service, key: '' }), [service]);
  const form = useDraft<ProfileDraft>({
    document,
    isNew,
    kind: 'service',
    nameOf: ({ name }) => name.trim(),
    onClose,
    send: async (value) => {
      setTried(true);
      if (issuesOf(profileOf(value), t('services.form.needAddress')).size > 0) return false;
      return (await request('profiles.save', argumentOf(value))).ok;
    },
  });
  const draft = profileOf(form.value);
  const issues = issuesOf(draft, t('services.form.needAddress'));
  const issueOf = (path: string) => (tried ? issues.get(path) : undefined);
  const set = (change: Partial<ProfileDraft>) => {
    form.edit({ ...form.value, ...change });
    setReport(null);
  };
  const field = bindFields(form.value, set);

  const test = async () => {
    setTried(true);
    // The name does not matter to the connection.
    if ([...issues.keys()].some((path) => path !== 'name')) return;
    setReport(null);
    setTesting(true);
    const named = {
      ...argumentOf(form.value),
      profile: { ...draft, name: draft.name.trim() || draft.baseUrl.slice(0, 80) },
    };
    const reply = await requestQuietly('profiles.test', named);
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
  return (
    <form
      className={cards.form}
      onSubmit={(event) => {
        event.preventDefault();
        void form.save().then((isStored) => isStored && onClose());
      }}
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
        <p className={classes.warn} role="alert" data-testid="service-insecure">
          {t('services.form.insecure')}
        </p>
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
      {report && <ConnectionFindings report={report} onUse={(query) => form.edit({ ...form.value, ...query })} />}
      <div className={cards.foot}>
        <Button variant="default" px="sm" loading={testing} onClick={() => void test()} data-testid="service-test">
          {testing ? t('services.form.testing') : t('services.form.test')}
        </Button>
        <div className={classes.grow} />
        <Button variant="default" px="sm" onClick={onClose} data-testid="service-cancel">
          {t('actions.cancel')}
        </Button>
        <Button px="sm" type="submit" data-testid="service-save">
          {t('services.form.save')}
        </Button>
      </div>
    </form>
  );
}
