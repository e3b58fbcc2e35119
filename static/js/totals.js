// Begins to compute totals, and shows those of what was typed before.

import { restoreQueued } from "./page.js";
import { score } from "./score.js";
import { updateScreen } from "./screen.js";
import { setScore } from "./steppers.js";

setScore(score);
restoreQueued();
updateScreen();
