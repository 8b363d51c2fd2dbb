/** Whether the system starts Burnish at login, as the window shows it. */
export interface LoginStart {
  readonly isOn: boolean;
  /** False where Burnish runs from its sources: then the system has no app to start. */
  readonly isPossible: boolean;
}
