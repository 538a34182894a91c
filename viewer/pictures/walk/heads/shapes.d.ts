type HeadsFacts = ActivationFacts<HeadsMeasured> & HeadsModel;
type HeadsDerived = AttentionDerived | `reached.${Kind}` | `${AttentionPlace}.${"shares" | "joined"}`;
type HeadsView = WalkView<HeadsFacts, HeadsDerived | `${AttentionModule}.output_projection.${"weight" | "bias"}`>;
