import { expect, test } from 'vitest';
import { createBatteryPause } from '../../../../../main/pipeline/flow/permits/battery-pause.ts';

test('with the setting, new work waits on battery power until the mains are back or the user resumes', () => {
  const settings = { pauseOnBattery: false };
  const reports: boolean[] = [];
  const battery = createBatteryPause(
    () => settings,
    (held) => reports.push(held),
  );
  battery.setOnBattery(true);
  expect(battery.isHolding).toBe(false);
  settings.pauseOnBattery = true;
  battery.check();
  expect(battery.isHolding).toBe(true);
  battery.setOnBattery(false);
  expect(battery.isHolding).toBe(false);
  battery.setOnBattery(true);
  battery.continueAnyway();
  battery.setOnBattery(true);
  expect(battery.isHolding).toBe(false);
  // The override ends with this battery session.
  battery.setOnBattery(false);
  battery.setOnBattery(true);
  expect(reports).toEqual([true, false, true, false, true]);
});
