/** What a hint says, in the chosen language and the edition's words: first what to do, then why. */

import { t, term, Term } from "../words";
import type { Who } from "./actions";
import { sayCards } from "./sentences";
import type { Hint, View } from "./types";

function what(hint: Hint, view: View, who: Who): string {
  const { words } = view;
  const [verb, place] = hint.action.split(" ");
  const { give, get, resource, resources, colour } = hint.arguments;
  const act = t().action, deal = t().trade;
  switch (verb) {
    case "settle": return t().hint.at(Term(words, "settlement"), place);
    case "city": case "road": return t().hint.at(Term(words, verb), place);
    case "robber": return t().hint.at(t().hint.robber, place);
    case "roll": return act.roll;
    case "end": return act.end;
    case "stop": return act.stop;
    case "buy": return `${act.buy}: ${term(words, "card")}`;
    case "knight": return Term(words, "knight");
    case "road_building": return Term(words, "road_building");
    case "plenty": return `${Term(words, "year_of_plenty")}: ${t().list((resources ?? []).map((each) => term(words, each)))}`;
    case "monopoly": return `${Term(words, "monopoly")}: ${term(words, resource ?? "")}`;
    case "discard": return `${t().hint.discard}: ${term(words, resource ?? "")}`;
    case "bank": return `${Term(words, "supply")}: ${t().hint.exchange(sayCards(give, words), sayCards(get, words))}`;
    case "offer": case "counter": return `${deal[verb]}: ${t().hint.exchange(sayCards(give, words), sayCards(get, words))}`;
    case "accept": case "refuse": case "withdraw": return deal[verb];
    case "confirm": case "take": return deal.close(colour ? who(colour) : "");
    case "decline": return deal.decline;
    default: return hint.action;
  }
}

export function sayHint(hint: Hint, view: View, who: Who = (colour) => t().colours[colour]): string {
  const why = t().hint.why[hint.code];
  const { rolls = 0, colour, build, missing, resource, number = 0 } = hint.arguments;
  const { words } = view;
  const facts = {
    rolls, number, who: colour ? who(colour) : "", build: build ? Term(words, build) : "",
    lacking: missing ? sayCards(missing, words) : "", word: resource ? term(words, resource) : "",
  };
  const reason = why ? why(facts) : hint.sentence;
  return `${what(hint, view, who)}. ${reason}`;
}
