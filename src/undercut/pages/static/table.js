// The page of a table: its board, cards, keys and live updates. Lessons and reviews, where no one else moves, have it too.

import { greet } from "./announcing.js";
import { enhance } from "./board.js";
import { board } from "./dom.js";
import "./keys.js";
import { follow } from "./live.js";
import "./log.js";
import "./sending.js";

enhance(board());
greet(board());
if (!("imported" in board().dataset)) follow();
