type HeadsFacts = ActivationFacts<HeadsMeasured> & HeadsModel;
type HeadsDerived = AttentionDerived | `${AttentionPlace}.${"shares" | "joined"}`;
type HeadsView = WalkView<HeadsFacts, HeadsDerived | `${AttentionModule}.output_projection.${"weight" | "bias"}`>;
