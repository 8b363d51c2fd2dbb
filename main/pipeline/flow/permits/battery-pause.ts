/** Holds new work back while the computer runs on its battery, where the user wants that. */
import type { Settings } from '../../../../contract/app/settings.ts';

export interface BatteryPause {
  /** True while new work waits for the mains. */
  readonly isHolding: boolean;
  setOnBattery(onBattery: boolean): void;
  /** The user wants it to go on all the same, until the next time on the battery. */
  continueAnyway(): void;
  /** The settings may have changed. */
  check(): void;
}

/** @param hold told of every change */
export function batteryPause(
  settings: () => Pick<Settings, 'pauseOnBattery'>,
  hold: (held: boolean) => void,
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
    setOnBattery(now) {
      if (!now) isOverridden = false;
      isOnBattery = now;
      check();
    },
    continueAnyway() {
      isOverridden = true;
      check();
    },
    check,
  };
}
