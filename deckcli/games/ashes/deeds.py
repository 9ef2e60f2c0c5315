"""What changes the table of Ashes: one function a deed, used by the rules and by the words of card effects.

`c` is a Cause (`s.cause`). Things are those of `table`. A deed marked R is a generator (`yield from`), the others
are plain functions. Deeds given nothing do nothing. They give a Did: things, count, and whether all was done.

    target(t, s, things, least, most, seat) R -> tuple     may be targeted, asked, then the cancel window; a cancelled
                                                            effect unwinds by itself
    damage(t, c, things, n, final=False) R                  `Did.things` were dealt damage; was_destroyed(t, thing, c)
    place(t, c, token, n, things) R                         "wounds", "exhaustion", "status"
    remove(t, c, token, n, things) R                        n may be EVERY
    move(t, c, token, n, one, other) R
    destroy(t, c, things) R      discard(t, c, things) R    from play, hand, anywhere
    draw(t, c, seat, n, bottom=False)      mill(t, c, seat, n) R -> Did of copies
    look(t, seat, things)      reveal(t, things)      shuffle(t, seat, "draw_pile")
    put(t, c, things, place, on=NONE) R                     "hand" "draw_pile" (shuffled in by shuffle) "top" "bottom"
                                                            "discard_pile" "removed" "battlefield" "spellboard" "aside"
    summon(t, c, seat, title, n, on=NONE, pile=NONE) R -> Did of pieces      summon_cards(t, c, seat, things, on) R
    attach(t, c, seat, title, host) R      attach_card(t, c, seat, thing, host) R      stow(t, c, things, under)
    change_dice(t, s, dice, least, most, seat, to=None) R   raise_dice, lower_dice, reroll_dice, ready_dice, exhaust_dice
    place_die(t, c, die, piece)      use_power(t, s, die) R      keep_dice(t, event, dice)
    prevent(t, event, n)      redirect(t, event, piece)      multiply(event, n)      cancel(t, event)
    stop_attacking(t, piece)  extra_side(t, seat, n)  make_first(t, seat)  take_back(t, c, mark) R
    tell(t, event) R                                        triggers and reactions, asked there and then

and in `skills`: n_of(t, s), attack_of(t, piece), life_of, recover_of, magic_cost(t, thing), face_now(t, piece),
is_exhausted(t, piece), forbidden(t, act, who, what, cause), last(t, s, made, until, things), later(t, s, moment, run),
watch(t, s, test, run, until), offered(t, s, cost) R, play_card(t, s, copy, without, instead) R.

A static ability's lines are made of `skills.Mod` and `skills.Ruling` (see there).
"""
