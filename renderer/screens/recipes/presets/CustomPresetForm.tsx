/** A preset of the user's own: its name, what it fills in, and its rules with their numbers. */
import { Button, Menu, NumberInput, Select, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnPreset } from '../../../../contract/recipes/custom-presets.ts';
import { IconAction } from '../../../components/actions/IconAction.tsx';
import classes from './Presets.module.css';
import { kindsToAdd, levelsOf, withNewRule, withoutRule, withRule } from './presetDraft.ts';
import { RuleFields } from './RuleFields.tsx';
import { Uncertain } from './RuleTable.tsx';
import { ruleText } from './ruleText.ts';

interface OwnPresetFormProps {
  readonly preset: OwnPreset;
  readonly onChange: (preset: OwnPreset) => void;
}

export function CustomPresetForm({ preset, onChange }: OwnPresetFormProps) {
  const { t } = useTranslation();
  const { composition, output, rules } = preset;
  const { canvas, fill } = composition;
  const number = (
    label: string,
    value: number,
    range: readonly [number, number],
    put: (value: number) => OwnPreset,
  ) => (
    <NumberInput
      size="xs"
      label={label}
      min={range[0]}
      max={range[1]}
      clampBehavior="strict"
      value={value}
      onChange={(next) => typeof next === 'number' && onChange(put(next))}
    />
  );
  const withComposition = (change: Partial<OwnPreset['composition']>): OwnPreset => ({
    ...preset,
    composition: { ...composition, ...change },
  });
  return (
    <>
      <TextInput
        size="xs"
        label={t('presets.name')}
        maxLength={80}
        value={preset.name}
        onChange={(event) => onChange({ ...preset, name: event.currentTarget.value })}
        data-testid="preset-name"
      />
      <div className={classes.four}>
        {canvas.kind === 'exact' && (
          <>
            {number(t('presets.edit.width'), canvas.width, [16, 20_000], (width) =>
              withComposition({ canvas: { ...canvas, width } }),
            )}
            {number(t('presets.edit.height'), canvas.height, [16, 20_000], (height) =>
              withComposition({ canvas: { ...canvas, height } }),
            )}
          </>
        )}
        {number(t('presets.edit.fill'), Math.round((fill ?? 1) * 100), [5, 100], (next) =>
          withComposition({ fill: next / 100 }),
        )}
        {number(t('presets.edit.quality'), output.quality, [1, 100], (quality) => ({
          ...preset,
          output: { ...output, quality },
        }))}
      </div>
      <table className={classes.rules} data-testid="preset-rules">
        <tbody>
          {rules.map((rule, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a rule is its place
            <tr key={index}>
              <td>
                {ruleText(rule.asks)}
                {!rule.certain && <Uncertain />}
                <RuleFields rule={rule} onChange={(asks) => onChange(withRule(preset, index, { asks }))} />
              </td>
              <td>
                <Select
                  size="xs"
                  aria-label={`${ruleText(rule.asks)}: ${t('presets.level')}`}
                  data={(['must', 'should'] as const).map((level) => ({
                    value: level,
                    label: t(`presets.levels.${level}`),
                    disabled: !levelsOf(preset, index).includes(level),
                  }))}
                  value={rule.level}
                  onChange={(level) =>
                    level && onChange(withRule(preset, index, { level: level as 'must' | 'should' }))
                  }
                />
              </td>
              <td>
                {rules.length > 1 && (
                  <IconAction
                    label={t('presets.removeRule')}
                    icon={IconTrash}
                    onClick={() => onChange(withoutRule(preset, index))}
                    testId={`preset-remove-${index}`}
                  />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <AddRule preset={preset} onChange={onChange} />
    </>
  );
}

/** Offers the kinds of rules that the preset may have one more of. */
function AddRule({ preset, onChange }: OwnPresetFormProps) {
  const { t } = useTranslation();
  const kinds = kindsToAdd(preset);
  const { length } = preset.rules;
  const before = useRef(length);
  const target = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The new one stands right above.
    if (length > before.current) target.current?.scrollIntoView({ block: 'nearest' });
    before.current = length;
  }, [length]);
  if (kinds.length === 0) return null;
  const today = () => new Date().toISOString().slice(0, 10);
  return (
    <Menu position="top-start" withinPortal>
      <Menu.Target>
        <Button
          ref={target}
          className={classes.add ?? ''}
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          data-testid="preset-add-rule"
        >
          {t('presets.addRule')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.kinds ?? ''}>
        {kinds.map((kind) => (
          <Menu.Item
            key={kind}
            onClick={() => onChange(withNewRule(preset, kind, today()))}
            data-testid={`preset-add-${kind}`}
          >
            {t(`presets.kinds.${kind}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
