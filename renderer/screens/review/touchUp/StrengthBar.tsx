/** The strength's part of the bar: how much of the retouch is laid over the photograph. */
import { useTranslation } from 'react-i18next';
import { percent } from '../../../locales/format.ts';
import { PercentSlider } from './PercentSlider.tsx';
import classes from './Touch.module.css';
import { setOverallStrength, useTouch } from './touchUp.ts';

export function StrengthBar() {
  const { t } = useTranslation();
  const overallStrength = useTouch((touch) => touch.strength.whole);
  return (
    <span className={classes.setting}>
      <span aria-hidden>{t('touch.strength.whole')}</span>
      <PercentSlider
        label={t('touch.strength.whole')}
        share={overallStrength}
        onChange={setOverallStrength}
        width={240}
        testId="touch-strength"
      />
      <span className={`${classes.number} numbers`} data-testid="touch-strength-value">
        {percent(overallStrength)}
      </span>
    </span>
  );
}
