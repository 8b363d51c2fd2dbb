/** Holds new work back while the computer runs on battery, if the settings say so. */
import type { Settings } from '../../../../contract/app/settings.ts';

export interface BatteryPause {
  readonly isHolding: boolean;
  setOnBattery(onBattery: boolean): void;
  /** Releases new work until the computer has been on mains power. */
  continueAnyway(): void;
  /** Called when the settings may have changed. */
  check(): void;
}

export function createBatteryPause(
  settings: () => Pick<Settings, 'pauseOnBattery'>,
  hold: (isHeld: boolean) => void,
): BatteryPause {
  let isOnBattery = false;
  let isOverridden = false;
  let isHolding = false;

  function check(): void {
    const next = isOnBattery && !isOverridden && settings().pauseOnBattery;
    if (next === isHolding) return;
    isHolding = next;
    hold(next);
  }

  return {
    get isHolding() {
      return isHolding;
    },
    setOnBattery(onBattery) {
      if (!onBattery) isOverridden = false;
      isOnBattery = onBattery;
      check();
    },
    continueAnyway() {
      isOverridden = true;
      check();
    },
    check,
  };
}
