// Begins to compute totals, and shows those of what was typed before.

import { restoreQueued } from "./page.js";
import { showReceipt } from "./receipt.js";
import { parts, scoreLines } from "./score.js";
import { updateScreen } from "./screen.js";
import { setScore } from "./steppers.js";

setScore((sheet, texts) => {
  const teams = scoreLines(sheet, texts);
  showReceipt(teams);
  return teams.map(parts);
});
restoreQueued();
updateScreen();
