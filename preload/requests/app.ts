/** Requests about the app: state, settings, crash reports, updates. */
import { z } from 'zod';
import { type About, type LicenseId, type LoginStart, licenseIds } from '../../contract/app/about.ts';
import type { Snapshot } from '../../contract/app/app-snapshot.ts';
import { type CrashHead, crashIdPattern } from '../../contract/app/crash-reports.ts';
import { menuCommands } from '../../contract/app/menu-commands.ts';
import { changedSettingsSchema, settingsSchema } from '../../contract/app/settings.ts';
import { closeStateSchema } from '../../contract/app/unsaved-changes.ts';
import type { UpdateStatus } from '../../contract/app/update-status.ts';
import { type Grant, maxPathLength } from '../../contract/validation/path-grant.ts';

export const appRequests = {
  'app.snapshot': z.undefined(),
  /** Starts the queue. */
  'app.started': z.undefined(),
  'app.chooseImages': z.undefined(),
  'app.chooseFolder': z.strictObject({ title: z.string().max(200), start: z.string().max(maxPathLength).nullable() }),
  'app.choosePhotograph': z.strictObject({ purpose: z.enum(['reference', 'preview']) }),
  'app.revealDataFolder': z.undefined(),
  'app.revealLogs': z.undefined(),
  'app.diagnostics': z.undefined(),
  /** Responds to the event `leaving`. */
  'app.leaving': closeStateSchema,
  'app.menu': z.strictObject({ possible: z.array(z.enum(menuCommands)).max(menuCommands.length) }),
  'app.about': z.undefined(),
  'app.licence': z.strictObject({ id: z.enum(licenseIds satisfies readonly LicenseId[]) }),
  'crashes.list': z.undefined(),
  'crashes.text': z.strictObject({ id: z.string().max(40).regex(crashIdPattern) }),
  'crashes.reveal': z.undefined(),
  'crashes.export': z.undefined(),
  'crashes.clear': z.undefined(),
  'crashes.news': z.undefined(),
  'settings.save': changedSettingsSchema,
  /** `address` may contain name and password. Main asks the user. */
  'system.setProxy': z.strictObject({ proxy: settingsSchema.shape.proxy.unwrap(), address: z.string().max(1000) }),
  'system.chooseCertificates': z.undefined(),
  'system.removeCertificates': z.undefined(),
  /** Main asks the user first. Empty: none. */
  'system.setDoneCommand': z.strictObject({ command: z.string().max(500) }),
  'system.continueOnBattery': z.undefined(),
  'system.startsAtLogin': z.undefined(),
  'system.setStartsAtLogin': z.strictObject({ isOn: z.boolean() }),
  'updates.standing': z.undefined(),
  /** The event `updates` reports progress. */
  'updates.look': z.undefined(),
  /** Main asks the user if work is running or would be lost. */
  'updates.restart': z.undefined(),
} as const;

export interface AppResponses {
  'app.snapshot': Snapshot;
  'app.started': undefined;
  /** Id of one grant for all files. */
  'app.chooseImages': string | null;
  'app.chooseFolder': Grant | null;
  'app.choosePhotograph': Grant | null;
  'app.revealDataFolder': undefined;
  'app.revealLogs': undefined;
  'app.diagnostics': string;
  'app.leaving': undefined;
  'app.menu': undefined;
  'app.about': About;
  /** Empty if the file is missing, as in a checkout without a build. */
  'app.licence': readonly string[];
  'crashes.list': readonly CrashHead[];
  /** As exported, redacted. */
  'crashes.text': string;
  'crashes.reveal': undefined;
  /** Null if canceled. */
  'crashes.export': string | null;
  'crashes.clear': undefined;
  /** True once after a crash. */
  'crashes.news': boolean;
  'settings.save': undefined;
  'system.setProxy': undefined;
  'system.chooseCertificates': undefined;
  'system.removeCertificates': undefined;
  'system.setDoneCommand': undefined;
  'system.continueOnBattery': undefined;
  'system.startsAtLogin': LoginStart;
  'system.setStartsAtLogin': undefined;
  'updates.standing': UpdateStatus;
  'updates.look': undefined;
  'updates.restart': undefined;
}
